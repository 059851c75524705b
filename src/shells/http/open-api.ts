import { z } from 'zod'
import type { Action } from '../api/action.ts'
import { pathOf } from './path-of.ts'

/** The OpenAPI document of the actions, made from their schemas. */
export function openApi(actions: readonly Action[], version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stet',
      version,
      description:
        'The actions of Stet under the names of its command line. Every request carries the token. What is described in JSON may be sent as application/cbor too, and is then answered so.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas: { Failure: FAILURE } },
    security: [{ token: [] }],
    paths: Object.fromEntries(actions.map((action) => [pathOf(action), { post: operationOf(action) }])),
  }
}

const FAILURE = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        hint: { type: ['string', 'null'] },
        facts: { type: 'object' },
      },
      required: ['code', 'message', 'hint', 'facts'],
    },
  },
  required: ['error'],
}

function operationOf({ name, summary, input, output, writes }: Action) {
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  return {
    operationId: name.replaceAll(/[ -]/g, '_'),
    summary,
    'x-writes': writes,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: z.toJSONSchema(input, { io: 'input' }) } },
    },
    responses: {
      200: { description: summary, content: { 'application/json': { schema: z.toJSONSchema(output) } } },
      default: { description: 'what is so, and what to do', content: failure },
    },
  }
}
