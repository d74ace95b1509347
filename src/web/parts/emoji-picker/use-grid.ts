import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'
import { columns } from './move-in-grid'
import type { Section, SectionKind } from './sections'

/** Emoji in a chunk, which is drawn as a whole. */
export const chunkSize = columns * 8

/** The scrolled part of the picker. */
export interface Grid {
  place: RefObject<HTMLDivElement | null>
  /** Places of the first emoji of the chunks that are drawn; chunks are drawn when they come near. */
  drawn: ReadonlySignal<ReadonlySet<number>>
  /** The category at the top. */
  current: ReadonlySignal<SectionKind | undefined>
  /** Called when the grid was scrolled. */
  look(): void
  /** Focuses the emoji at a place, and draws it before if needed. */
  focusAt(place: number): void
  /** Scrolls a section to the top. */
  show(kind: SectionKind): void
}

export function useGrid(sections: readonly Section[]): Grid {
  const place = useRef<HTMLDivElement>(null)
  // Also for what runs after the next rendering.
  const latest = useRef(sections)
  latest.current = sections
  const drawn = useSignal<ReadonlySet<number>>(new Set([0]))
  const current = useSignal<SectionKind | undefined>(undefined)
  const elements = () => [...(place.current?.querySelectorAll('section') ?? [])]

  function look(): void {
    const top = (place.current?.scrollTop ?? 0) + 1
    const index = elements().findLastIndex(({ offsetTop }) => offsetTop <= top)
    const kind = sections[Math.max(index, 0)]?.kind
    current.value = kind === 'found' ? undefined : kind
  }

  function draw(chunks: readonly number[]): void {
    drawn.value = new Set([...drawn.peek(), ...chunks])
  }

  useLayoutEffect(look, [sections])
  useEffect(() => drawNear(place.current, draw), [sections])

  return {
    place,
    drawn,
    current,
    look,
    focusAt(at) {
      const section = latest.current.findLast(({ first }) => first <= at)
      if (focusChoice(place.current, at) || !section) return
      draw([at - ((at - section.first) % chunkSize)])
      requestAnimationFrame(() => focusChoice(place.current, at))
    },
    show(kind) {
      const index = latest.current.findIndex((section) => section.kind === kind)
      const top = elements()[index]?.offsetTop
      if (top !== undefined) place.current?.scrollTo({ top })
    },
  }
}

/** @returns whether the emoji is drawn */
function focusChoice(grid: HTMLElement | null, at: number): boolean {
  const choice = grid?.querySelector<HTMLElement>(`[data-at="${String(at)}"]`)
  choice?.focus({ preventScroll: true })
  choice?.scrollIntoView({ block: 'nearest' })
  return !!choice
}

/** Draws chunks within the height of the grid above and below of what is seen. @returns its end */
function drawNear(grid: HTMLElement | null, draw: (chunks: readonly number[]) => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting)
      draw(near.map(({ target }) => Number((target as HTMLElement).dataset['chunk'])))
    },
    { root: grid, rootMargin: '100% 0%' },
  )
  for (const chunk of grid?.querySelectorAll('[data-chunk]') ?? []) observer.observe(chunk)
  return () => observer.disconnect()
}
