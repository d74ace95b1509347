'use strict'

/**
 * A rule of ESLint: every title of a test has a subject. The title is a sentence that opens with its subject ("A
 * reusable link makes accounts …"), or goes on from the title of the block around it, which is that subject, and opens
 * with the verb ("invitations" > "run out, and are revoked"). The rule knows words by closed lists alone, and judges a
 * title with `%s` or `${…}` by the words around it.
 */

const words = (text) => new Set(text.trim().split(/\s+/))

const prepositions = words(`
  about above across after against along among around as at before behind below beside besides between beyond by despite
  during except for from in inside into like near of off on onto outside over past per since through throughout to toward
  under unlike until upon via with within without
`)

/** Conjunctions and pronouns that begin a clause, adverbs, and pronouns that point to nothing. */
const others = words(`
  although and because but either if neither nor once or so than that though unless what whatever when whenever where
  wherever whether which while who whoever whose why how
  again almost already also always anew even everywhere just mostly never not now often only rather sometimes soon still
  then there thus together too
  nobody those
`)

/** A subject that opens with one of these begins a sentence, and so with a capital letter. */
const determiners = words(`
  a all an another any both each every everybody few he her his it its many most my no nothing one other our several she
  some somebody something such the their these they this two you your
`)

const participles = words(`
  been begun broken brought built chosen done drawn given gone got held hidden kept known lost made meant paid seen sent
  shown sold spent taken thrown told written
`)

/** Verbs in "-ed" and "-ing" that are no participles. */
const plainVerbs = words(`
  breed bring cling embed exceed feed heed need ping proceed ring seed shed shred sing speed spring sting string succeed
  swing wring
`)

/** Verbs that ask for an object or for more words. */
const openVerbs = words(`
  are asks becomes begin begins belongs can cannot contains does ends explain explains gets gives goes had has have is
  keeps knows lets makes may must reads receive receives refuses say says send sends shows takes tell tells was were
`)

/** Words of a clause within a noun phrase, which may end in a verb: "a client that hangs up". */
const clause = /(?:^|\s)(?:as|than|that|which|who|whom|whose)\s/

const messages = {
  opening:
    'Open the title with its subject ("A reusable link makes …"), or with a verb whose subject is the title of the block, not with "{{word}}".',
  small:
    'Begin a title that has its own subject with a capital letter, or open it with a verb whose subject is the title of the block, not with "{{word}}".',
  block:
    'Name the subject of the tests in the title of the block, and say the rest in their titles, not "{{word}}".',
}

/** The calls that make a block or a test, by the name of the function: `describeInBrowser`, `itRaces`. */
const blockName = /^describe(?=[A-Z]|$)/
const testName = /^(?:it(?=[A-Z]|$)|test$)/
const variants = words('concurrent each failing only skip todo')

/** The name of the function behind `it`, `it.skip`, `it.each(rows)` and a tagged `it.each`. */
function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return nameOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return nameOf(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined
  return variants.has(callee.property.name) ? callee.object.name : undefined
}

/** The text of a title, with `%s` in the place of each value; `sampled` adds the seed to a title. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked).join('%s')
  }
  const isSampled = node?.type === 'CallExpression' && node.callee.name === 'sampled'
  return isSampled ? textOf(node.arguments[0]) : undefined
}

/** The first of the two first arguments that is a title: some functions take a service before it. */
function titleOf({ arguments: args }) {
  const node = args.slice(0, 2).find((argument) => textOf(argument) !== undefined)
  return node && { node, text: textOf(node).trim() }
}

/** Whether a word is a participle, as far as its ending tells. */
const isParticiple = (word) =>
  participles.has(word) || (/(?:ed|ing)$/.test(word) && !plainVerbs.has(word))

/** What is wrong with the first word of a title. */
function faultOfOpening(text, isBlock) {
  const [word] = /^[\p{L}-]+(?=[\s,:;.]|$)/u.exec(text) ?? []
  if (word === undefined) return undefined
  const small = word.toLowerCase()
  const fault = (messageId) => ({ messageId, data: { word } })
  if (prepositions.has(small) || others.has(small)) return fault(isBlock ? 'block' : 'opening')
  if (isBlock) return openVerbs.has(word) ? fault('block') : undefined
  // A word with a capital letter begins a sentence: "Deleted messages stay …".
  if (word !== small) return undefined
  if (isParticiple(word)) return fault('opening')
  return determiners.has(word) ? fault('small') : undefined
}

/** What is wrong with the last word of the title of a block. */
function faultOfEnd(text) {
  const [end] = /\S*$/.exec(text)
  const fault = { messageId: 'block', data: { word: end } }
  if (/[,:]$/.test(end)) return fault
  const isOpen = prepositions.has(end) || openVerbs.has(end)
  return isOpen && !clause.test(text) ? fault : undefined
}

/** The rule about titles of tests. */
const testTitles = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Every title of a test has a subject.' },
    schema: [],
    messages,
  },
  create(context) {
    return {
      CallExpression(call) {
        const { type } = call.parent
        if (type !== 'ExpressionStatement' && type !== 'ArrowFunctionExpression') return
        const name = nameOf(call.callee)
        if (name === undefined) return
        const isBlock = blockName.test(name)
        if (!isBlock && !testName.test(name)) return
        const title = titleOf(call)
        if (!title) return
        const { node, text } = title
        const fault = faultOfOpening(text, isBlock) ?? (isBlock ? faultOfEnd(text) : undefined)
        if (fault) context.report({ node, ...fault })
      },
    }
  },
}

module.exports = { testTitles }
