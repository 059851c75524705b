export { parseFidelity } from '../../surgery/fidelity.ts'
