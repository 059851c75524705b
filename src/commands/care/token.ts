import { GRANTS } from '../../model/grant.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { flag, list, text } from '../kit/field.ts'
import { boolean, either, list as listOf, object, string } from '../kit/shape.ts'
import { plainLine } from '../kit/text/plain-text.ts'

export const token = defineTerminalCommand({
  name: 'token',
  topic: 'care',
  summary: 'Let another machine or person use stet serve',
  about:
    'Makes a token and prints it once; it replaces the token that the principal had. Without a grant the token can send sessions, write commits and read the data of its own principal. With agent/read it can read the data of others, with agent/write it can change them. The token that `stet serve` prints can do everything.',
  writes: true,
  arguments: {
    principal: text('who gets the token, such as bob@desk; without it, everybody who has one is listed', {
      optional: true,
    }),
  },
  options: {
    grant: list('a right beyond its own data', { choices: GRANTS, label: 'GRANT' }),
    revoke: flag('revoke the token of the principal'),
  },
  examples: [
    { command: 'stet token bob@desk', does: 'makes a token with which bob sends the sessions of his agents on desk' },
    { command: 'stet token bob@desk --grant agent/read', does: 'makes a token that can also read the data of others' },
    { command: 'stet token bob@desk --revoke', does: 'revokes it, also for a service that is running' },
  ],
  output: either(
    object({ principal: string, grants: listOf(string), token: string }),
    listOf(object({ principal: string, grants: listOf(string) })),
    object({ principal: string, revoked: boolean }),
  ),
  outputNote: 'It is the list without a principal; revoked is there with --revoke.',
  async run({ input: { principal, revoke, grant: grants = [] }, dryRun, storeDir }) {
    const { listTokens, makeToken, revokeToken } = await import('../../record/tokens/tokens.ts')
    if (principal === undefined) {
      const value = await listTokens(storeDir)
      const lines = value.map((one) => [plainLine(one.principal), ...one.grants].join('  '))
      return { value, text: () => lines.join('\n') || 'Nobody has a token.\n→ stet token USER@MACHINE' }
    }
    if (revoke) {
      const revoked = dryRun ? false : await revokeToken(storeDir, principal)
      return {
        value: { principal, revoked },
        text: () => (revoked ? 'The token is revoked.' : 'No token was revoked.'),
      }
    }
    const token = dryRun ? '' : await makeToken(storeDir, principal, grants)
    const { exactly } = await import('../../redaction/exactly.ts')
    return { value: { principal, grants, token }, exact: exactly, text: () => token || 'A token would be made.' }
  },
})
