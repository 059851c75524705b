export { clientNamed, WRITTEN_NAMES } from './names.ts'
