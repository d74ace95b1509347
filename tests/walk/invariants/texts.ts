import { lookAt } from '../page/look'
import type { Judge } from './judge'

/** No text of the compose box is gone, or sent twice. */
export const judgeTexts: Judge = async ({ walk, done, before, after, isThorough }) => {
  const { value, start, end } = before.focus
  // What is typed takes the place of what is selected, such as by a button of the format bar.
  if (done.typed) walk.giveUp(value.slice(start, end))
  walk.kept.note(after.composed)
  if (done.quotes === true) walk.kept.noteQuoted(after.composed)
  let lost = await walk.kept.findLost(after.kept)
  // A message may be between two of the places.
  if (lost.length > 0) {
    await walk.until('all texts are somewhere', async () => {
      lost = await walk.kept.findLost((await lookAt(walk.page)).kept)
      return lost.length === 0
    })
  }
  // Each is told once.
  walk.giveUp(lost.join(' '))
  const faults = lost.map((word) => `"${word}" was typed, and is in no box, draft or message`)
  if (!isThorough || walk.isOffline) return faults
  let doubled: string[] = []
  await walk.until('no text is doubled', async () => {
    doubled = await walk.kept.findDoubled((await lookAt(walk.page)).unsent)
    return doubled.length === 0
  })
  return [...faults, ...doubled.map((word) => `"${word}" was sent, and is there once more`)]
}
