export { makeDirectory } from '../../store/make-directory.ts'
