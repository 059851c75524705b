import './digest/train.ts'
