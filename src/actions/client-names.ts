export { WRITTEN_NAMES } from '../clients/names.ts'
