import { Type } from '@sinclair/typebox'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../../http/arguments/upload'
import { FileAnswer, RedirectAnswer } from '../../http/answers/file-answer'
import { endpoint } from '../../http/declare/endpoint'
import { flag, integer, text } from '../../http/declare/params'
import { NotFoundError } from '../../http/errors'
import type { Requester } from '../../chat/rules/authentication'
import { AdministratorRequiredError } from '../../chat/rules/errors'
import {
  changeRealmPicture,
  findRealmPicture,
  removeRealmPicture,
} from '../../chat/actions/realms/pictures'
import { BadImageError } from '../../chat/access/uploads/files'
import { realmPictureUrl } from '../../wire/realm-pictures'
import type { RealmPictureKind } from '../../wire/realm-pictures'
import { pictureUpload } from '../avatars'

/* Sources: docs/protocol/realm-settings.md#icon, docs/protocol/realm-settings.md#logo. */

const common = { tag: 'settings', auth: 'basic' } as const
const url = Type.String({ description: 'Relative to the address of the server' })
const night = flag({ default: false, description: 'The logo for dark themes' })
const logoOf = (isNight: boolean): RealmPictureKind => (isNight ? 'night_logo' : 'logo')

const ofUploads = [
  AdministratorRequiredError,
  NoFileError,
  SeveralFilesError,
  FileTooLargeError,
  BadImageError,
]

function addressOf({ realm_id: id, realm_pictures: pictures }: Requester, kind: RealmPictureKind) {
  return new RedirectAnswer(realmPictureUrl({ id, pictures }, kind))
}

const changeIconEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/icon',
  summary: 'Show the organization by an icon of its own; administrators only',
  description: 'The picture is the one file of a multipart form; its field may have any name.',
  upload: pictureUpload,
  params: {},
  response: { icon_url: url },
  errors: ofUploads,

  async handler({ ctx, requester, file }) {
    return { icon_url: await changeRealmPicture(ctx, requester, 'icon', file) }
  },
})

const removeIconEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/realm/icon',
  summary: 'Remove the icon of the organization; administrators only',
  params: {},
  response: { icon_url: url },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester }) {
    return { icon_url: await removeRealmPicture(ctx, requester, 'icon') }
  },
})

const findIconEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/realm/icon',
  summary: 'Redirect to the icon of the organization',
  isFile: true,
  params: {},
  response: {},

  handler: async ({ requester }) => addressOf(requester, 'icon'),
})

const changeLogoEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/logo',
  summary: 'Show a logo of the organization; administrators only',
  description: 'The picture is the one file of a multipart form; its field may have any name.',
  upload: pictureUpload,
  params: { night },
  response: { logo_url: url },
  errors: ofUploads,

  async handler({ ctx, requester, params, file }) {
    return { logo_url: await changeRealmPicture(ctx, requester, logoOf(params.night), file) }
  },
})

const removeLogoEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/realm/logo',
  summary: 'Remove a logo of the organization; administrators only',
  params: { night },
  response: { logo_url: url },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    return { logo_url: await removeRealmPicture(ctx, requester, logoOf(params.night)) }
  },
})

const findLogoEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/realm/logo',
  summary: 'Redirect to a logo of the organization',
  isFile: true,
  params: { night },
  response: {},

  handler: async ({ requester, params }) => addressOf(requester, logoOf(params.night)),
})

/** Answers a picture without authentication, because the login page shows it. */
const getRealmPictureEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{realm_id}/realm/{filename}',
  tag: 'settings',
  summary: 'Read the icon or a logo of an organization',
  auth: 'none',
  isFile: true,
  params: {
    realm_id: integer({ min: 0, description: 'Id of the organization' }),
    filename: text({ pattern: /^(?:icon|logo|night_logo)\.png$/ }),
  },
  response: {},

  async handler({ ctx, params: { realm_id: realmId, filename } }) {
    const key = await findRealmPicture(ctx, realmId, filename.slice(0, -4) as RealmPictureKind)
    if (key === undefined) throw new NotFoundError()
    return new FileAnswer({
      contentType: 'image/png',
      // A new picture gets a new URL.
      cacheControl: 'public, max-age=31536000, immutable',
      open: () => ctx.files.store.read(key),
    })
  },
})

export const realmPicturesEndpoints = [
  changeIconEndpoint,
  removeIconEndpoint,
  findIconEndpoint,
  changeLogoEndpoint,
  removeLogoEndpoint,
  findLogoEndpoint,
  getRealmPictureEndpoint,
]
