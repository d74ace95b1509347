import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import type { SettingsAreaName } from '../../data/navigation/route'
import { Icon } from '../../ui/icon/icon'
import type { IconName } from '../../lib/icon-names'
import { IconButton } from '../../ui/icon-button/icon-button'
import { useMedia } from '../../ui/media/use-media'
import { useWayOut } from '../overlays/use-way-out'
import type { Section } from './section'
import styles from './settings-area.module.css'

/** Window too narrow to show the list of sections beside the section. */
const isNarrow = '(width <= 45rem)'

interface SettingsAreaProps {
  view: SettingsAreaName
  /** Remaining segments of the address after view and base; the first is the section's key. */
  path: readonly string[]
  sections: readonly Section[]
  /** Segments before the section's key, for the settings of one object such as a stream. */
  base?: readonly string[]
  /** Name of that object; the name of the view by default. */
  title?: string
  icon?: IconName
  /** Link to the list of these objects. */
  up?: { path: readonly string[]; label: string }
  /** Buttons beside the heading. */
  tools?: ComponentChildren
  /** Accessible name of the navigation. */
  navigationLabel?: string
}

/**
 * A settings area: heading, navigation with search, and the section in the address. If the address names no visible
 * section, the first one is shown, or in narrow windows the list. Escape returns to the previous view and its focus.
 */
export function SettingsArea(props: SettingsAreaProps) {
  const { view, path, sections, base = [], up, tools, icon } = props
  const { title: name = t.views[view], navigationLabel = t.settingsAreas.sections } = props
  const app = useApp()
  const { navigation, keyboard, title } = app
  const narrow = useMedia(isNarrow)
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useWayOut()
  const own = sections.filter(({ isFor }) => isFor?.(app) ?? true)
  const named = own.find(({ key }) => key === path[0])
  const section = named ?? (narrow ? undefined : own[0])

  useLayoutEffect(() => keyboard.calm(), [keyboard])
  useKey('out', (event) => {
    // Escape closes an open select first.
    if (event.target instanceof HTMLSelectElement) return false
    leave()
    return true
  })
  const said = base.length > 0 && section ? `${section.title}, ${name}` : section?.title
  useEffect(() => {
    title.value = said
    return () => (title.value = undefined)
  }, [said])
  // On entering the area, and in narrow windows on each section, the heading takes the focus.
  // A field keeps the focus: the area may be loaded late, and the window may become narrow.
  useLayoutEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select')) heading.current?.focus()
  }, [narrow && section?.key])

  const isListShown = !narrow || !section
  return (
    <div class={styles['area']}>
      <header class={styles['header']}>
        {narrow && section ? (
          <Back
            href={navigation.hrefOf({ view, path: base })}
            label={t.settingsAreas.allOf(name)}
          />
        ) : (
          up && <Back href={navigation.hrefOf({ view, path: up.path })} label={up.label} />
        )}
        <h1 ref={heading} tabIndex={-1}>
          {icon && <Icon name={icon} />}
          <bdi>{name}</bdi>
        </h1>
        {tools}
        <IconButton icon="x" label={t.settingsAreas.leave} keyName="out" onClick={leave} />
      </header>
      {isListShown && (
        <Sections
          label={navigationLabel}
          sections={own}
          current={section}
          hrefOf={({ key }) => navigation.hrefOf({ view, path: [...base, key] })}
        />
      )}
      {section && (
        <section
          key={section.key}
          class={styles['section']}
          aria-labelledby={`section-${section.key}`}
        >
          <h2 id={`section-${section.key}`}>{section.title}</h2>
          <section.Component path={path.slice(1)} />
        </section>
      )}
    </div>
  )
}

function Back({ href, label }: { href: string; label: string }) {
  return (
    <a class="icon-button" href={href} aria-label={label} title={label}>
      <Icon name="chevron-left" />
    </a>
  )
}

interface SectionsProps {
  label: string
  sections: readonly Section[]
  current: Section | undefined
  hrefOf: (section: Section) => string
}

/** Max number of sections without a search field. */
const fewSections = 8

function Sections({ label, sections, current, hrefOf }: SectionsProps) {
  const text = useSignal('')
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sections.filter((one) => {
    const all = `${one.title} ${one.words ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  function answerKey(event: KeyboardEvent): void {
    const [first] = found
    if (event.key === 'Enter' && first) location.hash = hrefOf(first)
    else if (event.key === 'Escape' && text.value !== '') {
      event.preventDefault()
      event.stopPropagation()
    } else return
    text.value = ''
  }

  return (
    <nav class={styles['sections']} aria-label={label}>
      {sections.length > fewSections && (
        <input
          class="field"
          type="text"
          aria-label={t.settingsAreas.find}
          placeholder={t.settingsAreas.find}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={answerKey}
        />
      )}
      <ul role="list">
        {found.map((one) => (
          <li key={one.key}>
            {one.group !== undefined && words.length === 0 && (
              <p class={styles['group']}>{one.group}</p>
            )}
            <a href={hrefOf(one)} aria-current={one === current ? 'page' : undefined}>
              <Icon name={one.icon} />
              {one.title}
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="row-note">{t.settingsAreas.nothing}</p>}
    </nav>
  )
}
