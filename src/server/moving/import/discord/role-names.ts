import type { NamedUser } from './names'

/** Roles that begin with the same word; only hostile archives have more. */
const mostCandidates = 200

/** Finds roles by their names in texts. */
export class RoleNames {
  /** The longest names first, by their first word. */
  private readonly byWord = new Map<string, NamedUser[]>()

  constructor(roles: Iterable<NamedUser>) {
    for (const role of roles) {
      const word = firstWord(role.name)
      const known = this.byWord.get(word)
      if (!known) this.byWord.set(word, [role])
      else if (known.length < mostCandidates) known.push(role)
    }
    for (const each of this.byWord.values()) {
      each.sort((one, other) => other.name.length - one.name.length)
    }
  }

  /** The role whose name begins a text. */
  in(text: string): { role: NamedUser; length: number } | undefined {
    const role = this.byWord
      .get(firstWord(text))
      ?.find(({ name }) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)))
    return role && { role, length: role.name.length }
  }
}

function firstWord(text: string): string {
  return /^[\p{L}\p{N}]*/u.exec(text)?.[0] ?? ''
}
