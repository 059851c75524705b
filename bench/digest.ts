import './digest/probe-bench.ts'
import { compareStrategies } from './digest/strategies.ts'
import { digestThroughput } from './digest/throughput.ts'

console.log(digestThroughput())
console.log(compareStrategies())
