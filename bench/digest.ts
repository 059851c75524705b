import { dialogueScore } from './digest/dialogue-score.ts'
import './digest/probe-bench.ts'
import { reach } from './digest/reach.ts'
import { compareStrategies } from './digest/strategies.ts'
import { digestThroughput } from './digest/throughput.ts'

async function main(): Promise<void> {
  console.log(dialogueScore())
  console.log(await reach(process.env.STET_BENCH_WORK!))
  console.log(digestThroughput())
  console.log(compareStrategies())
}

void main()
