/** A team for screenshots: its members and their messages, in order. */

export interface DemoPerson {
  name: string
  /** Local part of their address. */
  key: string
}

export const viewer: DemoPerson = { name: 'Ada Moreau', key: 'ada' }

export const people: readonly DemoPerson[] = [
  viewer,
  { name: 'Bo Lindqvist', key: 'bo' },
  { name: 'Chidi Okafor', key: 'chidi' },
  { name: 'Dana Petrov', key: 'dana' },
  { name: 'Emil Sato', key: 'emil' },
  { name: 'Farah Haddad', key: 'farah' },
]

export const streams: readonly { name: string; description: string; isPrivate?: boolean }[] = [
  { name: 'announcements', description: 'What everybody should know' },
  { name: 'dome', description: 'The building, its roof and its motors' },
  { name: 'instruments', description: 'Cameras, filters, the spectrograph' },
  { name: 'night log', description: 'What happened between dusk and dawn' },
  { name: 'website', description: 'Pages, pictures, opening hours' },
  { name: 'board', description: 'Money and people', isPrivate: true },
]

export interface DemoMessage {
  from: string
  /** A stream and a topic, or the keys of the recipients. */
  to: readonly [stream: string, topic: string] | { people: readonly string[] }
  text: string
  /** Reactions: key of the person, name of the emoji. */
  reactions?: readonly (readonly [key: string, emoji: string])[]
  /** Whether an uploaded picture replaces `PICTURE` in the text. */
  picture?: true
}

const guiding = ['instruments', 'guiding camera'] as const
const roof = ['dome', 'roof motor'] as const

export const messages: readonly DemoMessage[] = [
  {
    from: 'farah',
    to: ['announcements', 'open night in December'],
    text: 'The open night is on **Saturday, 12 December**. Doors at 19:00, first light at 20:30.',
    reactions: [
      ['bo', 'tada'],
      ['emil', 'tada'],
      ['dana', 'telescope'],
    ],
  },
  {
    from: 'dana',
    to: ['website', 'opening hours'],
    text: 'The page still says October. I will change it today.',
  },
  { from: 'bo', to: roof, text: 'The roof stopped half-way again at 23:10. It closed by hand.' },
  {
    from: 'chidi',
    to: roof,
    text: 'Same fault as in March? Then it is the limit switch, not the motor.',
  },
  { from: 'bo', to: roof, text: 'Same code, yes: `E17`. I have ordered two switches.' },
  {
    from: 'emil',
    to: guiding,
    text: 'First night with the new guiding camera. Five minutes, unguided on the left, guided on the right:\n\nPICTURE',
    picture: true,
    reactions: [
      ['ada', 'star_struck'],
      ['bo', 'star_struck'],
      ['farah', 'heart'],
    ],
  },
  { from: 'ada', to: guiding, text: 'That is a huge step. What is the drift now?' },
  {
    from: 'emil',
    to: guiding,
    text: 'Root mean square over an hour:\n\n| axis | before | after |\n|---|---:|---:|\n| right ascension | 2.1″ | 0.4″ |\n| declination | 1.3″ | 0.3″ |\n\nThe rest is seeing, I think.',
    reactions: [['chidi', '+1']],
  },
  {
    from: 'chidi',
    to: guiding,
    text: '@**Ada Moreau** the correction runs in one place now, so we can tune it:\n\n```python\ndef correct(error, gain=0.7):\n    """Arc seconds in, pulse in milliseconds out."""\n    return clamp(gain * error / rate, -200, 200)\n```',
    reactions: [
      ['emil', 'rocket'],
      ['dana', 'rocket'],
    ],
  },
  { from: 'farah', to: guiding, text: 'May I show the picture on the open night?' },
  {
    from: 'emil',
    to: guiding,
    text: 'Of course! The original is on the server in `/frames/2026-11-20`.',
  },
  {
    from: 'dana',
    to: ['night log', '21 November'],
    text: 'Clear from 20:00, seeing 1.8″, moon sets at 02:40. M31 first, then the asteroid.',
  },
  { from: 'chidi', to: ['night log', '21 November'], text: 'Dew heater is on. I stay until two.' },
  {
    from: 'farah',
    to: ['board', 'budget 2027'],
    text: 'The draft is in the folder. Comments until Friday, please.',
  },
  {
    from: 'bo',
    to: { people: ['ada'] },
    text: 'Do you have the key of the dome? Mine is with Chidi.',
  },
  {
    from: 'emil',
    to: { people: ['ada', 'chidi'] },
    text: 'Shall we try the spectrograph tomorrow?',
  },
]
