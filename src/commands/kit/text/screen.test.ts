import { expect, it } from 'vitest'
import { createScreen } from './screen.ts'

const pathsIn = (home: string) => createScreen({ columns: 80, lineColumns: 80, home }, false).path

it('a path in the home folder begins with ~', () => {
  expect(['/home/ada', '/home/ada/x', '/home/adam/x'].map(pathsIn('/home/ada'))).toEqual(['~', '~/x', '/home/adam/x'])
})

it('an agent, for whom no folder is home, gets the whole path', () => {
  expect(['/tmp/x', ''].map(pathsIn(''))).toEqual(['/tmp/x', ''])
})
