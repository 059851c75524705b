import './digest/leave-out.ts'
