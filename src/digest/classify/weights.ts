import WEIGHTS from './weights.json' with { type: 'json' }

export { WEIGHTS }
