import { act } from './step'
import type { Done, Play } from './step'
import type { Walk } from '../walk'

const inSidebar = 'nav a[href*="#narrow"], nav a[href="#inbox"], nav a[href="#recent"]'
/** Links of other hosts, and files, leave the app. */
const inMain = 'main a[href^="#"]'

/** Opens the sidebar first where it is a drawer, which stays open if it has no such row. */
async function openRow(walk: Walk, pick: number, selector: string): Promise<Done | undefined> {
  if (walk.look.dialogs.length > 0) return undefined
  const isDrawer = !walk.look.hasSidebar
  if (isDrawer) await walk.click({ selector: 'button[aria-label="Show conversations"]', pick: 0 })
  const name = await walk.click({ selector, pick, scrolls: true })
  if (name !== undefined) {
    return { ...act(`opens "${name}" in the sidebar`), scrollsSidebar: true }
  }
  return isDrawer ? act('opens the sidebar') : undefined
}

/** Steps that lead to another place. */
export const places = {
  sidebarRow: (walk, { pick }) => openRow(walk, pick, inSidebar),

  topicRow: (walk, { pick }) =>
    openRow(walk, pick, 'nav a[href*="/topic/"], nav a[href*="#narrow/dm/"]'),

  view: (walk, { pick }) => openRow(walk, pick, 'nav ul:first-child > li > a[href]'),

  drafts: (walk) => openRow(walk, 0, 'nav a[href="#drafts"]'),

  async drawer(walk, { pick }) {
    if (walk.look.dialogs.length > 0) return undefined
    const name = await walk.click({ selector: 'header button[aria-label^="Show"]', pick })
    return name === undefined ? undefined : act(`clicks "${name}"`)
  },

  async mainLink(walk, { pick }) {
    const name = await walk.click({ selector: inMain, pick })
    return name === undefined ? undefined : act(`clicks the link "${name}"`)
  },

  async back(walk) {
    if (walk.look.entry <= walk.firstEntry) return undefined
    await walk.page.evaluate('history.back()')
    return { ...act('goes back'), goesBack: true }
  },

  async forward(walk) {
    const isPossible = await walk.page.evaluate<boolean>('navigation.canGoForward')
    if (!isPossible) return undefined
    await walk.page.evaluate('history.forward()')
    return act('goes forward')
  },

  async switcher(walk, { pick }) {
    // In a field for messages, the key makes a link.
    const isWriting = ['compose', 'editor'].includes(walk.look.focus.kind)
    if (walk.look.dialogs.length > 0 || walk.look.popovers > 0 || isWriting) return undefined
    // Topics that the app does not hold are found with a connection only.
    const held = ['gard', 'stream 3', 'bo', 'inb']
    const words = walk.isOffline ? held : [...held, 'tools', 'roof', 'weather']
    const word = walk.choose(words, pick)
    await walk.page.keyboard.press('Control+k')
    await walk.page.locator('dialog[open] input').first().waitFor()
    await walk.page.keyboard.type(word)
    await walk.page.locator('dialog[open] [role="option"]').first().waitFor()
    await walk.page.keyboard.press('Enter')
    return act(`opens the first that the switcher finds for "${word}"`)
  },
} satisfies Record<string, Play>
