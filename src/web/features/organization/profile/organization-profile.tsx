import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Preview } from '../../../parts/preview/preview'
import { TextField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { realmSetting, SelectSetting, SettingGroup } from '../../../parts/setting/setting'
import type { RealmSetting } from '../settings/realm-settings'
import { SettingRow } from '../settings/setting-row'
import { EndOrganization } from './end-organization'
import styles from './profile.module.css'
import { RealmPictures } from './realm-pictures'

/** Profile of the organization: name, description, pictures, welcome message. */
export function OrganizationProfile() {
  const { store } = useApp()
  const isAdmin = store.read('is_admin')
  return (
    <>
      {isAdmin ? <NameForm /> : <About />}
      {isAdmin && (
        <>
          <SettingGroup title={t.organizationProfile.pictures}>
            <RealmPictures />
          </SettingGroup>
          <SettingGroup title={t.organizationProfile.more}>
            {rows.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
            <Language />
          </SettingGroup>
          <SettingGroup title={t.organizationProfile.joining}>
            <WelcomeText />
          </SettingGroup>
        </>
      )}
      {store.read('is_owner') && <EndOrganization />}
    </>
  )
}

const orgTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000]

const rows: readonly RealmSetting[] = [
  { kind: 'choice', name: 'org_type', values: orgTypes },
  { kind: 'stream', name: 'new_stream_announcements_stream_id' },
  { kind: 'stream', name: 'signup_announcements_stream_id' },
]

/** Read-only view for users without permission to change it. */
function About() {
  const { store } = useApp()
  const description = textOf(store.read('realm_description'))
  return (
    <div class={styles['about']}>
      <p class={styles['name']}>
        <bdi>{store.read('realm_name')}</bdi>
      </p>
      {description === '' ? (
        <p>{t.organizationProfile.noDescription}</p>
      ) : (
        <Preview text={description} />
      )}
    </div>
  )
}

function NameForm() {
  const { store } = useApp()
  const form = useForm('organization/profile', {
    name: store.read('realm_name'),
    description: textOf(store.read('realm_description')),
  })
  return (
    <Form
      form={form}
      isOfChanges
      label={t.organizationProfile.title}
      onSubmit={(values) => call('PATCH /realm', values)}
      fieldOf={({ message }) => (/description/i.test(message) ? 'description' : 'name')}
    >
      <TextField name="name" label={t.realmSettings['name']?.label ?? ''} maxLength={40} />
      <TextField
        name="description"
        label={t.realmSettings['description']?.label ?? ''}
        hint={t.organizationProfile.formatting}
        lines={4}
        maxLength={1000}
      />
      <PreviewOf text={form.values.value.description} />
    </Form>
  )
}

/** Text of Welcome Bot's first message. */
function WelcomeText() {
  const { store } = useApp()
  const key = 'welcome_message_custom_text'
  const form = useForm('organization/welcome', { [key]: textOf(store.read(`realm_${key}`)) })
  const words = t.realmSettings[key]
  return (
    <Form
      form={form}
      isOfChanges
      label={words?.label ?? ''}
      onSubmit={(values) => call('PATCH /realm', values)}
      fieldOf={() => key}
    >
      <TextField
        name={key}
        label={words?.label ?? ''}
        hint={words?.hint}
        lines={4}
        maxLength={8000}
      />
      <PreviewOf text={form.values.value[key] ?? ''} />
    </Form>
  )
}

/** A button that toggles the preview of a text. */
function PreviewOf({ text }: { text: string }) {
  const isShown = useSignal(false)
  return (
    <div class={styles['preview']}>
      <button
        type="button"
        class="button"
        aria-expanded={isShown.value}
        onClick={() => (isShown.value = !isShown.value)}
      >
        {isShown.value ? t.organizationProfile.hidePreview : t.organizationProfile.preview}
      </button>
      {isShown.value && <Preview text={text} />}
    </div>
  )
}

const languages = ['en', 'de', 'fr']

/** Languages of the server, and the current value. */
function Language() {
  const { store } = useApp()
  const chosen = textOf(store.read('realm_default_language'))
  const tags = languages.includes(chosen) ? languages : [...languages, chosen]
  const words = t.realmSettings['default_language']
  return (
    <SelectSetting
      target={realmSetting('default_language')}
      label={words?.label ?? ''}
      hint={words?.hint}
      choices={tags.map((value) => ({ value, label: nameOfLanguage(value) }))}
    />
  )
}

/** Name of a language in that language. */
function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
