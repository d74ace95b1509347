import { act } from './step'
import type { Play } from './step'

/** Buttons that end the session, delete, or change what the walk stands on. */
const dangerous =
  'log out|deactivate|delete|discard|leave|unsubscribe|archive|mute|unfold|fold|attach|settings|organization|invite|install|notif|download|tour|steps|remove|send later|schedule'

/** Steps with messages: sending, editing, pictures, menus. */
export const messages = {
  async send(walk) {
    const { focus } = walk.look
    if (focus.kind !== 'compose' || focus.value.trim() === '') return undefined
    await walk.page.keyboard.press('Enter')
    return { words: 'presses Enter in the compose box', scrolls: true, focuses: true }
  },

  async editLast(walk) {
    const { focus } = walk.look
    if (focus.kind !== 'compose' || focus.value !== '') return undefined
    await walk.page.keyboard.press('ArrowUp')
    return act('presses ArrowUp in the empty compose box')
  },

  async picture(walk, { pick }) {
    const name = await walk.click({ selector: 'main .picture-link', pick })
    if (name !== undefined) return act(`opens the picture "${name}"`)
    // There is none here, so the reader goes where they are.
    const row = await walk.click({
      selector: 'nav a[title="pictures"], main a[href*="pictures"]',
      pick: 0,
      scrolls: true,
    })
    return row === undefined ? undefined : act('opens the topic with pictures')
  },

  async button(walk, { pick }) {
    if (walk.look.dialogs.length > 0) return undefined
    const selector =
      'main button, main [role="button"], main summary, header button, [popover] button, [popover] [role="menuitem"]'
    const name = await walk.click({ selector, pick, except: dangerous })
    return name === undefined ? undefined : act(`clicks the button "${name}"`)
  },

  async dialogButton(walk, { pick }) {
    const name = await walk.click({ selector: 'dialog[open] button', pick, except: dangerous })
    return name === undefined ? undefined : act(`clicks the button "${name}" of the dialog`)
  },

  async wheel(walk, { pick }) {
    const { feed } = walk.look
    const place = feed && (await walk.find({ selector: 'main [role="feed"] > article', pick: 0 }))
    if (!place) return undefined
    await walk.page.mouse.move(place.x, place.y)
    const pixels = walk.choose([-900, -300, -120, 120, 300, 2_000], pick)
    await walk.page.mouse.wheel(0, pixels)
    return { words: `turns the wheel by ${pixels} px`, scrolls: true }
  },
} satisfies Record<string, Play>
