import type { Command } from '../../commands/kit/command.ts'
import { jsonSchema } from '../../commands/kit/shape.ts'
import { apiName, mayWrite } from '../api/offers.ts'
import { schemaOf } from '../api/schema-of.ts'
import { pathOf } from './path-of.ts'

/** The OpenAPI document of the commands, made from their definitions. */
export function openApi(commands: readonly Command[], version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stet',
      version,
      description:
        'The commands of Stet under their names. Every request carries the token. What is described in JSON may be sent as application/cbor too, and is then answered so.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas: { Failure: FAILURE } },
    security: [{ token: [] }],
    paths: Object.fromEntries(commands.map((command) => [pathOf(command), { post: operationOf(command) }])),
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

function operationOf(command: Command) {
  const { summary, output } = command
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  return {
    operationId: apiName(command).replaceAll(/[ -]/g, '_'),
    summary,
    'x-writes': mayWrite('http', command),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf('http', command) } },
    },
    responses: {
      200: { description: summary, content: { 'application/json': { schema: jsonSchema(output) } } },
      default: { description: 'the failure, and what to do', content: failure },
    },
  }
}
