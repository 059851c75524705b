import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints why tests were skipped, the ten slowest, and the closing line that CI reads. */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()])
    const state = (name: string) => cases.filter((test) => test.result().state === name)
    const brokenModules = modules.filter(
      (module) =>
        module.state() === 'failed' &&
        [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
    )
    for (const test of state('skipped')) console.log(`skipped: ${test.fullName}${noteOf(test)}`)
    console.log('\nTen slowest:')
    for (const test of [...cases].sort((a, b) => duration(b) - duration(a)).slice(0, 10)) {
      console.log(
        `  ${(duration(test) / 1000).toFixed(1).padStart(6)} s  ${test.module.relativeModuleId}  ${test.fullName}`,
      )
    }
    const failed = state('failed').length + brokenModules.length + errors.length
    const skipped = state('skipped').length
    console.log(`\n${state('passed').length} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}

function duration(test: TestCase): number {
  return test.diagnostic()?.duration ?? 0
}

function noteOf(test: TestCase): string {
  const result = test.result()
  return result.state === 'skipped' && result.note ? `: ${result.note}` : ''
}
