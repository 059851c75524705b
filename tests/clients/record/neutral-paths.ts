import { slugOf } from '../box.ts'

/**
 * Makes a function that puts a neutral path of the same length in the place of a box's root, also where the client has
 * made a folder name of it. Lengths stay, so that sizes and counts in the session stay true.
 */
export function neutralPaths(root: string): (text: string) => string {
  const neutral = '/home/user/'.slice(0, root.length).padEnd(root.length, 'workspace')
  return (text) => text.replaceAll(root, neutral).replaceAll(slugOf(root), slugOf(neutral))
}
