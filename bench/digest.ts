import './digest/probe-bench.ts'
import { compareStrategies } from './digest/strategies.ts'

console.log(compareStrategies())
