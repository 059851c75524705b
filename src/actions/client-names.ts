export { clientNamed, WRITTEN_NAMES } from '../clients/names.ts'
