import { act } from './step'
import type { Play } from './step'

/** Heights for a keyboard on a phone that comes and goes. */
const phoneHeights = [844, 500, 660]
const desktopSizes = [
  [1440, 900],
  [1440, 600],
  [1100, 800],
  [1440, 760],
] as const

/** The app sends a draft to the server after two seconds without typing. */
const draftPauseMs = 2_500

/** Steps with the connection, the window and its tabs. */
export const windows = {
  async offline(walk) {
    if (walk.isOffline) return undefined
    await walk.setOffline(true)
    return { words: 'loses the connection' }
  },

  async online(walk) {
    if (!walk.isOffline) return undefined
    await walk.setOffline(false)
    return { words: 'has a connection again' }
  },

  async resize(walk, { pick }) {
    const [width, height] = walk.isPhone
      ? [walk.width, walk.choose(phoneHeights, pick)]
      : walk.choose(desktopSizes, pick)
    await walk.page.setViewportSize({ width, height })
    return { words: `makes the window ${width} × ${height} px` }
  },

  async otherTab(walk) {
    if (walk.isOffline) return undefined
    const isNew = await walk.changeTab()
    return { ...act(isNew ? 'opens a second tab' : 'goes to the other tab'), loads: true }
  },

  async closeTab(walk) {
    if (!(await walk.closeTab())) return undefined
    return { ...act('closes the tab, and is in the other one'), loads: true }
  },

  async pause(walk) {
    await walk.page.waitForTimeout(draftPauseMs)
    return { words: 'thinks for a moment' }
  },

  async reload(walk) {
    if (walk.isOffline) return undefined
    await walk.page.reload()
    await walk.untilOpen()
    return { ...act('loads the page again'), loads: true }
  },
} satisfies Record<string, Play>
