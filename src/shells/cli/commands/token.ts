import { Failure } from '../../../model/errors.ts'
import { GRANTS, type Grant } from '../../../model/grant.ts'
import { defineCommand } from '../command.ts'
import { plainLine } from '../plain-text.ts'

export const tokenCommand = defineCommand({
  name: 'token',
  group: 'Maintain',
  summary: 'let another machine or person use stet serve',
  about:
    'Makes a token and prints it, this once; one that the principal had counts no more. Without a grant it sends sessions, writes commits and reads what is of its own principal. agent/read reads what is of others, too, agent/write changes it. The token that stet serve prints may do everything.',
  writes: true,
  arguments: { principal: { summary: 'who is to have it, as bob@desk; none lists who has one', optional: true } },
  options: {
    grant: { summary: `what it allows beyond its own: ${GRANTS.join(', ')}`, value: 'GRANT', many: true },
    revoke: { summary: 'take its token away' },
  },
  examples: [
    { command: 'stet token bob@desk', does: 'a token with which bob sends what his agents do on desk' },
    { command: 'stet token bob@desk --grant agent/read', does: 'another, that also reads what others know' },
    { command: 'stet token bob@desk --revoke', does: 'takes it away; a service that runs knows at once' },
  ],
  json: '{principal,grants,token}; [{principal,grants}] for a list; {principal,revoked}',
  async run({ args: { principal }, options, dryRun, storeDir }) {
    const { listTokens, makeToken, revokeToken } = await import('../../../actions/tokens/tokens.ts')
    if (principal === undefined) {
      const value = await listTokens(storeDir)
      const lines = value.map((one) => [plainLine(one.principal), ...one.grants].join('  '))
      return { value, text: () => lines.join('\n') || 'Nobody has a token.\n→ stet token USER@MACHINE' }
    }
    if (options.revoke) {
      const revoked = dryRun ? false : await revokeToken(storeDir, principal)
      return {
        value: { principal, revoked },
        text: () => (revoked ? 'It counts no more.' : 'No token was taken away.'),
      }
    }
    const grants = options.grant.map(grantOf)
    const token = dryRun ? '' : await makeToken(storeDir, principal, grants)
    return { value: { principal, grants, token }, text: () => token || 'A token would be made.' }
  },
})

function grantOf(word: string): Grant {
  const grant = GRANTS.find((one) => one === word)
  if (grant) return grant
  throw new Failure('usage', `There is no grant ${JSON.stringify(word.slice(0, 80))}.`, {
    hint: `There are ${GRANTS.join(' and ')}.`,
  })
}
