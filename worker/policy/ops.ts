/** Policy rows of the installable app and its status. */
import { invalidIconMessage, PwaSettings } from '../../schema/pwa.ts'
import { Health, Status } from '../../schema/status.ts'
import { Uploaded, uploadRefusals } from '../../schema/upload.ts'
import { kB, type Row, wait } from './row.ts'

export const appRows: Record<string, Row> = {
  'GET /api/pwa-settings': {
    who: 'anyone',
    summary: 'How the installed app is called and looks',
    answer: PwaSettings,
  },
  'POST /api/pwa-settings': {
    who: 4,
    summary: 'Change how the installed app is called and looks',
    fresh: true,
    rule: 'pictures uploaded for it',
    maxBody: 8 * kB,
    answer: PwaSettings,
  },
  'POST /api/pwa-upload': {
    who: 4,
    summary: 'Upload a picture for the installed app',
    maxBody: 5.5 * kB * kB,
    types: ['multipart/form-data'],
    answer: Uploaded,
    refuses: {
      400: uploadRefusals.broken,
      409: 'The app has too many pictures. Those it no longer shows are removed after 30 days.',
      413: uploadRefusals['too large'],
      415: invalidIconMessage,
      429: wait,
    },
  },
  'GET /manifest.webmanifest': {
    who: 'anyone',
    summary: 'The manifest of the installable app',
    media: 'application/manifest+json',
  },
  'GET /sw.js': {
    who: 'anyone',
    summary: 'The service worker of the installable app',
    media: 'text/javascript',
  },
}

// Status and health.

export const statusRows: Record<string, Row> = {
  'GET /api/status': {
    who: 5,
    summary: 'How the installation is: what waits, what ran, what is backed up',
    answer: Status,
  },
  'GET /healthz': {
    who: 'anyone',
    summary: 'Whether the worker and its stores answer',
    answer: Health,
  },
}
