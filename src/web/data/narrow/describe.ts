import { hasWordNamed, isWordNamed } from '../../../shared/rules/narrow-operators'
import * as t from '../../texts/catalog'
import { dayOfField } from '../../texts/dates'
import type { Term } from './narrow'

/** Names of the streams and users in a narrow. */
export interface Names {
  readonly ownId: number
  streamName(id: number): string | undefined
  fullName(id: number): string | undefined
}

/** The messages that a term finds, in words: “Messages by Ada”. */
export function describeTerm(term: Term, names: Names): string {
  const positive = describe(term, names)
  return term.negated ? t.filters.except(positive) : positive
}

function describe({ operator, operand }: Term, names: Names): string {
  const texts = t.filters
  const text = String(operand)
  const nameOf = (id: number) => names.fullName(id) ?? String(id)
  const person = typeof operand === 'number' ? nameOf(operand) : text
  const people = typeof operand === 'object' ? operand.map(nameOf) : [text]
  switch (operator) {
    case 'channel':
      return texts.stream((typeof operand === 'number' && names.streamName(operand)) || text)
    case 'channels':
      return texts.publicStreams
    case 'topic':
      return texts.topic(text)
    case 'dm':
      return people.length === 0 ? texts.ownNotes : texts.dm(people)
    case 'dm-including':
      return people.length === 0 ? texts.including([nameOf(names.ownId)]) : texts.including(people)
    case 'sender':
      return operand === names.ownId ? texts.byYou : texts.by(person)
    case 'mentions':
      return operand === names.ownId ? texts.is.mentioned : texts.mentioning(person)
    case 'is': {
      const word = isWordNamed(text)
      return word ? texts.is[word] : texts.other(text)
    }
    case 'has': {
      const word = hasWordNamed(text)
      return word ? texts.has[word] : texts.other(text)
    }
    case 'in':
      return text === 'home' ? texts.home : texts.all
    case 'id':
      return texts.one(text)
    case 'before':
      return texts.before(dayOfField(text))
    case 'after':
      return texts.after(dayOfField(text))
    case 'search':
      return texts.words(text)
  }
}
