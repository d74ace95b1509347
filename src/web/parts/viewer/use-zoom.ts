import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'
import { panned, spreadOf, tapScale, wholeView, zoomed, zoomStep } from './zoom'
import type { Point, Sizes, View } from './zoom'

/** Max time and distance between the two taps of a double tap. */
const doubleTapMs = 300
const doubleTapPixels = 30
/** Distance of a step by an arrow key. */
const panStep = 60
/** Share of a wheel's distance that becomes scale: about a tenth for a notch. */
const wheelRate = 0.002

const arrows: Record<string, Point> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

export interface Zoom {
  view: ReadonlySignal<View>
  zoomIn: () => void
  zoomOut: () => void
  reset: () => void
  /** Answers whether the key had an effect. */
  onKey: (key: string) => boolean
}

/**
 * Zooms and moves the picture in a stage by wheel, pinch, drag, double tap and keys.
 * @param shown the address of the picture; another one begins whole
 */
export function useZoom(stage: RefObject<HTMLElement | null>, shown: string): Zoom {
  const view = useSignal<View>(wholeView)
  const change = (next: (sizes: Sizes) => View): void => {
    if (stage.current) view.value = next(sizesOf(stage.current))
  }
  const scaleBy = (factor: number, around: Point = { x: 0, y: 0 }): void =>
    change((sizes) => zoomed(view.peek(), factor, around, sizes))
  const panBy = (by: Point): void => change((sizes) => panned(view.peek(), by, sizes))

  useEffect(() => {
    view.value = wholeView
  }, [shown, view])

  const followed = useRef({ scaleBy, panBy })
  followed.current = { scaleBy, panBy }
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const gestures = {
      scaleBy: (factor: number, around: Point) => followed.current.scaleBy(factor, around),
      panBy: (by: Point) => followed.current.panBy(by),
      isWhole: () => view.peek().scale === 1,
      reset: () => (view.value = wholeView),
    }
    return followPointers(element, gestures)
  }, [stage, view])

  return {
    view,
    zoomIn: () => scaleBy(zoomStep),
    zoomOut: () => scaleBy(1 / zoomStep),
    reset: () => (view.value = wholeView),
    onKey(key) {
      const arrow = arrows[key]
      if (key === '+' || key === '=') scaleBy(zoomStep)
      else if (key === '-') scaleBy(1 / zoomStep)
      else if (key === '0') view.value = wholeView
      else if (arrow && view.peek().scale > 1) panBy(arrow)
      else return false
      return true
    },
  }
}

interface Gestures {
  scaleBy(factor: number, around: Point): void
  panBy(by: Point): void
  isWhole(): boolean
  reset(): void
}

/** Turns events of a wheel, a mouse and fingers into gestures; answers a function that stops it. */
function followPointers(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>()
  let lastTap: { at: number; place: Point } | undefined
  let hasMoved = false

  const fromCenter = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    gestures.scaleBy(Math.exp(-event.deltaY * wheelRate), fromCenter(event))
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, fromCenter(event))
    hasMoved = pointers.size > 1
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = fromCenter(event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) hasMoved = true
    if (!other) return gestures.panBy({ x: now.x - before.x, y: now.y - before.y })
    const [from, to] = [spreadOf(before, other), spreadOf(now, other)]
    gestures.panBy({ x: to.middle.x - from.middle.x, y: to.middle.y - from.middle.y })
    gestures.scaleBy(to.distance / from.distance, to.middle)
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId) || event.type === 'pointercancel' || hasMoved) return
    const place = fromCenter(event)
    const isSecond =
      lastTap !== undefined &&
      event.timeStamp - lastTap.at < doubleTapMs &&
      Math.hypot(place.x - lastTap.place.x, place.y - lastTap.place.y) < doubleTapPixels
    lastTap = isSecond ? undefined : { at: event.timeStamp, place }
    if (!isSecond) return
    if (gestures.isWhole()) gestures.scaleBy(tapScale, place)
    else gestures.reset()
  }

  const stopping = new AbortController()
  const { signal } = stopping
  element.addEventListener('wheel', wheel, { passive: false, signal })
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  return () => stopping.abort()
}

/** The stage, and its picture without scale: layout sizes ignore transforms. */
function sizesOf(stage: HTMLElement): Sizes {
  const picture = stage.querySelector('img')
  return {
    stage: { x: stage.clientWidth, y: stage.clientHeight },
    picture: { x: picture?.offsetWidth ?? 0, y: picture?.offsetHeight ?? 0 },
  }
}
