import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  emojiCodeToNames,
  findEmojiCode,
  isEmojiNamed,
  listEmojiCodes,
} from '../../../../src/server/text/markdown/emoji'
import { renderInline } from './support'

const fixture = join(__dirname, '../../../fixtures/emoji/terminal.txt')

/** Emoji names with the codes that the terminal client sends. */
const terminalNames = readFileSync(fixture, 'utf8')
  .split('\n')
  .filter((line) => /^[0-9a-f]/.test(line))
  .flatMap((line) => {
    const [code = '', ...names] = line.split(' ')
    return names.map((name): [string, string] => [name, code])
  })

/** Names whose emoji has changed since the terminal client's table was made. */
const renamed: Record<string, string> = {
  beetle: '1fab2',
  congratulations: '3297',
  cricket: '1f997',
  receipt: '1f9fe',
  scientist: '1f9d1-200d-1f52c',
}

describe('names of emoji', () => {
  it('include all names of the terminal client, with its codes', () => {
    expect(terminalNames).toHaveLength(1552)
    expect(terminalNames.filter(([name, code]) => !isEmojiNamed(code, name))).toEqual([])
  })

  it('give the same emoji without a code, except for renamed ones', () => {
    const others = terminalNames.filter(([name, code]) => findEmojiCode(name) !== code)
    expect(Object.fromEntries(others.map(([name]) => [name, findEmojiCode(name)]))).toEqual(renamed)
  })

  // prettier-ignore
  it.each(Object.entries({
    'calendar': '1f4c5', 'camping': '26fa', 'cat': '1f408', 'chart': '1f4c8', 'construction': '1f3d7', 'cow': '1f404',
    'date': '1f4c6', 'dizzy': '1f635', 'dog': '1f415', 'feet': '1f463', 'football': '26bd', 'golf': '1f3cc',
    'horse': '1f40e', 'hourglass': '23f3', 'kiss': '1f617', 'loop': '27b0', 'medal': '1f3c5', 'metro': '24c2',
    'moon': '1f319', 'mouse': '1f401', 'newspaper': '1f5de', 'o': '1f17e', 'ok': '1f44c', 'pencil': '270f',
    'pig': '1f416', 'point_up': '1f446', 'post_office': '1f3e4', 'rabbit': '1f407', 'scooter': '1f6f5',
    'secret': '1f5dd', 'sound': '1f50a', 'stuck_out_tongue': '1f61b', 'ticket': '1f39f', 'tiger': '1f405',
    'traffic_light': '1f6a6', 'train': '1f682', 'tram': '1f68b', 'truck': '1f69b', 'up': '2b06', 'x': '274e',
    ...renamed,
  }))('give %s the code %s, not that of another emoji', (name, code) => {
    expect(findEmojiCode(name)).toBe(code)
  })

  it.each([
    ['smile', '1f642'],
    ['robot', '1f916'],
    ['cross_mark', '274c'],
    ['fingers_crossed', '1f91e'],
    ['family', '1f46a'],
    ['police', '1f46e'],
    ['flag_germany', '1f1e9-1f1ea'],
    ['woman_technologist', '1f469-200d-1f4bb'],
    ['piñata', '1fa85'],
    ['pinata', '1fa85'],
    // Former names in Parley.
    ['satisfied', '1f606'],
    ['clock1', '1f550'],
  ])('include %s', (name, code) => {
    expect(findEmojiCode(name)).toBe(code)
  })

  it.each([
    ['smile', '263a'],
    ['slight_smile', '1f642'],
    ['stuck_out_tongue', '1f61d'],
    ['cant_talk', '1f637'],
    ['judiasm', '2721'],
    ['cat', '1f431'],
    ['kiss', '1f48f'],
  ])('include %s together with the code %s', (name, code) => {
    expect(isEmojiNamed(code, name)).toBe(true)
    expect(listEmojiCodes(name)).toContain(code)
  })

  it('are unique', () => {
    const names = Object.values(emojiCodeToNames).flat()
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(['constructor', '__proto__', '', 'thumbs up'])('do not include %j', (name) => {
    expect(findEmojiCode(name)).toBeUndefined()
    expect(isEmojiNamed('1f44d', name)).toBe(false)
    expect(isEmojiNamed(name, '+1')).toBe(false)
  })
})

describe('an emoji in a text', () => {
  const emoji = (code: string, name: string, title = name) =>
    `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`

  it.each([
    [':smile:', emoji('1f642', 'smile')],
    [':thumbs_up:', emoji('1f44d', 'thumbs_up', 'thumbs up')],
    [':+1:', emoji('1f44d', '+1')],
    [':piñata:', emoji('1fa85', 'piñata')],
    [':calendar:', emoji('1f4c5', 'calendar')],
    ['😀', emoji('1f600', 'grinning')],
    ['🙂', emoji('1f642', 'smile')],
    ['❤️', emoji('2764', 'heart')],
    ['1️⃣', emoji('0031-20e3', 'one')],
    ['🇩🇪', emoji('1f1e9-1f1ea', 'flag_germany', 'flag germany')],
    ['👩‍🚀', emoji('1f469-200d-1f680', 'woman_astronaut', 'woman astronaut')],
    // Skin tones, and characters that are emoji only with a selector, stay.
    ['👍🏽', '👍🏽'],
    ['👩🏽‍🚀', '👩🏽‍🚀'],
    ['© → 1 # *', '© → 1 # *'],
    ...['☝', '❤', '✔', '☺', '⚠', '▶', '😀', '🇩🇪', '©'].map((sign) => [
      `${sign}\ufe0e`,
      `${sign}\ufe0e`,
    ]),
    // The selector of text holds for all that the sign is joined to.
    ...['1\ufe0e\u20e3', '❤\ufe0e\u200d🔥', '👁\ufe0f\u200d🗨\ufe0e'].map((text) => [text, text]),
    ['☝\ufe0e🏽', '☝\ufe0e🏽'],
    ['❤\ufe0e❤\ufe0f', `❤\ufe0e${emoji('2764', 'heart')}`],
    ['🇩', '🇩'],
    [':nosuch:', ':nosuch:'],
    ['at 12:10:30', 'at 12:10:30'],
  ])('%s becomes %s', (content, html) => {
    expect(renderInline(content)).toBe(html)
  })

  it.each([
    [':)', '1f642', 'smile'],
    ['(:', '1f642', 'smile'],
    [':(', '1f641', 'frown'],
    ['<3', '2764', 'heart'],
    [':|', '1f610', 'neutral'],
    [':/', '1f615', 'confused'],
    [';)', '1f609', 'wink'],
    [':D', '1f600', 'grinning'],
    [':o', '1f62e', 'open_mouth', 'open mouth'],
    [':O', '1f62e', 'open_mouth', 'open mouth'],
    [':p', '1f61b', 'stuck_out_tongue', 'stuck out tongue'],
    [':P', '1f61b', 'stuck_out_tongue', 'stuck out tongue'],
  ])('%s is translated for users with that setting', (typed, code, name, title = name) => {
    const html = renderInline(`hi ${typed} a${typed}b`, { translateEmoticons: true })
    expect(html).toBe(`hi ${emoji(code, name, title)} a${typed.replace('<', '&lt;')}b`)
  })
})
