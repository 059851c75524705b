export { parseFidelity } from '../../surgery/fidelity.ts'
export { parseFidelityRule } from '../../surgery/fidelity-rule.ts'
