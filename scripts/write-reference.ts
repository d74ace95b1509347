/**
 * Writes the generated pages of the documentation: docs/settings.md from the declarations of the settings
 * (`src/server/config/settings.ts`), docs/commands.md from those of the commands (`src/cli`).
 *
 *     npm run reference
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { referencePages } from './lib/reference-pages'

for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(path.resolve(__dirname, '../docs', name), text)
}
