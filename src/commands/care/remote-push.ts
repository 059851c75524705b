import { defineTerminalCommand } from '../kit/command.ts'
import { object } from '../kit/shape.ts'

export const remotePush = defineTerminalCommand({
  name: 'remote push',
  topic: 'care',
  summary: 'Send what is new to every remote, for less than a minute',
  about: 'Stet starts it by itself after a capture. A remote that cannot be reached is tried again later.',
  hidden: true,
  arguments: {},
  options: {},
  examples: [{ command: 'stet remote push', does: 'sends what is new, as after a capture' }],
  output: object({}),
  async run({ storeDir, workspace }) {
    const { setPriority } = await import('node:os')
    const { pushBehind } = await import('../../record/remote/push-behind.ts')
    setPriority(10) // the agent goes first
    await pushBehind(await workspace(), storeDir)
    return { value: {}, text: () => '' }
  },
})
