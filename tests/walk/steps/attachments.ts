import type { Play } from './step'
import { picture } from '../../support/pictures'

/** Steps with files. */
export const attachments = {
  async attach(walk, { pick }) {
    const input = walk.page.locator('form[aria-label="Compose"] input[type="file"]')
    if (walk.isOffline || (await input.count()) === 0) return undefined
    const files = await Promise.all(
      Array.from({ length: 1 + (pick % 2) }, async () => ({
        name: `${walk.newWord()}.png`,
        mimeType: 'image/png',
        buffer: await picture(200, 150),
      })),
    )
    await input.setInputFiles(files)
    return { words: `attaches ${files.map(({ name }) => name).join(' and ')}`, focuses: true }
  },
} satisfies Record<string, Play>
