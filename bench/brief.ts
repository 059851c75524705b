import { readable } from './brief/readable.ts'
import { compareStrategies } from './brief/strategies.ts'
import { throughput } from './brief/throughput.ts'

console.log(throughput())
console.log(readable())
console.log(compareStrategies())
