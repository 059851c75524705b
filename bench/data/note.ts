import { dataNote } from '../lib/place.ts'

console.log(dataNote())
