export { CLIENT_NAMES } from '../clients/names.ts'
