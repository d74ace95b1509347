/** Path to which browsers report violations of the policy below. */
export const policyReportsPath = '/csp-reports'

/**
 * Policy of the app: everything comes from here, styles and scripts are files, and text becomes HTML only
 * through the Trusted Types policy `parley`; `parley-judge` and `parley-worker` allow one worker each, whose script is
 * known at build time.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types parley parley-judge parley-worker',
  `report-uri ${policyReportsPath}`,
].join('; ')

/** Device features that no part of the app uses, so that no script in it can. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Headers of the page that loads the app. */
export const shellHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'same-origin',
  // For browsers that do not know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The same for a page whose address has a key in it: no referrer is sent, and nothing is cached. */
export const accountHeaders: Readonly<Record<string, string>> = {
  ...shellHeaders,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Path of the service worker; the part of the site below it is all of the app. */
export const serviceWorkerPath = '/service-worker.js'

/** Headers of the service worker, which fetches files of the app and loads no script. */
export const serviceWorkerHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
}
