/** Where browsers tell of what the policy below kept the app from. */
export const policyReportsPath = '/csp-reports'

/**
 * What the app may do: everything comes from here, styles and scripts are files, and text becomes HTML
 * in the one place that has the policy `parley`; `parley-judge` lets one worker run, whose program is known when it is built.
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
  'trusted-types parley parley-judge',
  `report-uri ${policyReportsPath}`,
].join('; ')

/** Devices of the reader that no part of the app asks for, so that no script in it can. */
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
  // To browsers that do not know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The same of a page whose address has a key in it: nobody is told of the address, and nothing keeps it. */
export const accountHeaders: Readonly<Record<string, string>> = {
  ...shellHeaders,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
