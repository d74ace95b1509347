/**
 * The script of the search page. Data comes by script elements, since pages from a disk may fetch nothing: first the words
 * that begin like a searched one, then the texts of the pages that have all of them. `wordsOf` and `bucketOf` are those of
 * `search-index.ts`.
 */
export const searchScript = String.raw`'use strict'
const perScreen = 50
const input = document.querySelector('input')
const list = document.querySelector('ol')
const state = document.querySelector('[role=status]')
const more = document.querySelector('button')
const buckets = Number(input.dataset.buckets)
const waiting = new Map()
let run = 0
let goOn = () => {}

window.parleyData = (name, data) => waiting.get(name)?.(data)

function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (how, value) => { waiting.delete(name); script.remove(); how(value) }
    waiting.set(name, (data) => end(resolve, data))
    script.onerror = () => end(reject, new Error(name))
    script.src = 'search/' + name + '.js'
    document.head.append(script)
  })
}

function wordsOf(text) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss')
  const found = plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  return found.map((word) => word.slice(0, 40))
}

function bucketOf(word) {
  let hash = 0
  for (const character of word.slice(0, 3)) hash = (hash * 31 + character.codePointAt(0)) % 1000003
  return hash % buckets
}

const isMatch = (word, wanted) => (wanted.length < 3 ? word === wanted : word.startsWith(wanted))

async function pagesWith(wanted) {
  const pages = new Set()
  for (const [word, ids] of await load('words-' + bucketOf(wanted)).catch(() => [])) {
    if (isMatch(word, wanted)) for (const id of ids) pages.add(id)
  }
  return pages
}

function show(page, [id, sender, time, text]) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = page.path + '#m' + id
  link.textContent = page.title + ', ' + sender + ', ' + time
  const words = document.createElement('p')
  words.textContent = text.length > 300 ? text.slice(0, 300) + '…' : text
  item.append(link, words)
  list.append(item)
}

async function search() {
  const mine = ++run
  const wanted = [...new Set(wordsOf(input.value))].slice(0, 10)
  list.replaceChildren()
  more.hidden = true
  if (wanted.length === 0) return void (state.textContent = '')
  state.textContent = 'Searching …'
  let pages
  for (const word of wanted) {
    const found = await pagesWith(word)
    if (mine !== run) return
    pages = pages ? pages.filter((id) => found.has(id)) : [...found]
  }
  pages.sort((a, b) => b - a)
  let shown = 0
  const next = async () => {
    more.hidden = true
    const enough = shown + perScreen
    while (pages.length > 0 && shown < enough) {
      const page = await load('texts-' + pages.shift()).catch(() => undefined)
      if (mine !== run) return
      for (const message of page?.messages ?? []) {
        const words = wordsOf(page.title + ' ' + message[1] + ' ' + message[3])
        if (!wanted.every((each) => words.some((word) => isMatch(word, each)))) continue
        show(page, message)
        shown += 1
      }
    }
    more.hidden = pages.length === 0
    state.textContent = shown === 0 ? 'Nothing found.' : shown + (pages.length === 0 ? ' found' : ' so far')
  }
  goOn = next
  await next()
}

let timer
input.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(search, 250)
})
more.addEventListener('click', () => goOn())
if (input.value) search()
`
