import { Fragment } from 'preact'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { keyNames, keySections, keyTable } from '../../lib/keyboard/keys'
import type { KeyName, KeySection } from '../../lib/keyboard/keys'
import { Dialog } from '../../ui/dialog/dialog'
import styles from './keyboard-help.module.css'

/** All shortcuts and their meaning, generated from the table of keys. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.keys.title} size="large" onClose={onClose}>
      <div class={styles['sections']} tabIndex={0} autofocus>
        {keySections.map((section) => (
          <Section key={section} section={section} />
        ))}
      </div>
    </Dialog>
  )
}

/** The effect of each key; the key of a view opens it. */
const names: Readonly<Record<KeyName, string>> = { ...t.views, ...t.keys.names }

function Section({ section }: { section: KeySection }) {
  return (
    <section class={styles['section']}>
      <h3>{t.keys.sections[section]}</h3>
      <dl>
        {keyNames
          .filter((name) => keyTable[name].section === section && keyTable[name].keys.length > 0)
          .map((name) => (
            <div key={name} class={styles['row']}>
              <dt>{names[name]}</dt>
              <dd>
                <Keys name={name} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Keys({ name }: { name: KeyName }) {
  const keys = useApp().keyboard.describe(name)
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span class={styles['or']}> {t.keys.or} </span>}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}
