import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from '../../scripts/lib/reference-pages'

const docs = join(__dirname, '../../docs')

describe('Generated pages of the documentation', () => {
  it.each(Object.entries(referencePages()))(
    '%s is as `npm run reference` writes it',
    (name, text) => {
      expect(readFileSync(join(docs, name), 'utf8')).toBe(text)
    },
  )
})
