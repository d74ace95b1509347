import * as t from './en'

const thisYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const otherYears = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** `Today`, `Yesterday`, `Tuesday, October 6`, or with the year. @param seconds an instant of the day */
export function dayName(seconds: number, now = new Date()): string {
  const date = new Date(seconds * 1000)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return t.feed.today
  if (date.toDateString() === yesterday.toDateString()) return t.feed.yesterday
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYears).format(date)
}
