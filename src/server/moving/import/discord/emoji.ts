import { codeOfEmoji, emojiCodeToNames } from '../../../text/markdown/emoji'
import { textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { ArchiveFile, EmojiRecord } from '../records'
import type { Media } from './media'

/** An emoji of a reaction: a custom one by its id, or characters. */
export interface UsedEmoji {
  id: string
  name: string
}

interface CustomEmoji {
  id: string
  name: string
  image: ArchiveFile | undefined
}

/** Discord's names have 32 at most. */
const mostNameCharacters = 100

const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu

/** The custom emoji that messages and reactions use. Source: docs/protocol/import.md#discord-emoji. */
export class CustomEmojis {
  private readonly found = new Map<string, CustomEmoji>()
  /** Names here by id, and ids by the names that texts have. */
  private names: Map<string, string> | undefined
  private readonly byName = new Map<string, string>()

  constructor(private readonly media: Media) {}

  /** Notes an emoji object. @param from path of the JSON file */
  note(row: Row, from: string): UsedEmoji {
    const [id, name] = [textOf(row, 'id'), textOf(row, 'name').slice(0, mostNameCharacters)]
    const known = this.found.get(id)
    if (id !== '' && known?.image === undefined) {
      const image = this.media.find(textOf(row, 'imageUrl'), from)
      if (!known || image) this.found.set(id, { id, name, image })
    }
    return { id, name }
  }

  /** The emoji with pictures. An emoji whose name an older one has gets the end of its id. */
  *records(tell: (name: string) => void): Generator<EmojiRecord> {
    const names = this.nameAll()
    for (const { id, name, image } of this.found.values()) {
      const here = names.get(id)
      if (image && here !== undefined) yield { kind: 'emoji', key: id, name: here, image }
      else tell(name)
    }
  }

  /** The name here of an emoji with a picture. */
  nameOf(id: string): string | undefined {
    return this.nameAll().get(id)
  }

  named(name: string): string | undefined {
    this.nameAll()
    return this.nameOf(this.byName.get(name) ?? '')
  }

  private nameAll(): Map<string, string> {
    if (this.names) return this.names
    this.names = new Map()
    const taken = new Set<string>()
    const byAge = [...this.found.values()].sort(
      (one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1),
    )
    for (const { id, name, image } of byAge) {
      if (!image) continue
      const plain = name.toLowerCase().replace(/[^0-9a-z_.-]+/g, '_')
      const here = plain !== '' && !taken.has(plain) ? plain : `${plain}_${id.slice(-6)}`
      taken.add(here)
      this.names.set(id, here)
      if (!this.byName.has(name)) this.byName.set(name, id)
    }
    return this.names
  }
}

/** The standard emoji of some characters, without their skin tone; undefined for an unknown one. */
export function standardEmoji(characters: string): { name: string; code: string } | undefined {
  for (const each of [characters, characters.replace(skinTones, '')]) {
    const code = codeOfEmoji(each)
    const name = Object.hasOwn(emojiCodeToNames, code) ? emojiCodeToNames[code]?.[0] : undefined
    if (name !== undefined) return { name, code }
  }
  return undefined
}
