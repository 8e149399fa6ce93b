/** Policy rows of the installable app and its status. */
import { invalidIconMessage, PwaSettings } from '../../schema/pwa.ts'
import { Health, Status } from '../../schema/status.ts'
import { Uploaded, uploadErrors } from '../../schema/upload.ts'
import { kB, type Row, wait } from './row.ts'

export const appRows: Record<string, Row> = {
  'GET /api/pwa-settings': {
    who: 'anyone',
    summary: 'Name and appearance of the installed app',
    answer: PwaSettings,
  },
  'POST /api/pwa-settings': {
    who: 4,
    summary: 'Change the name and appearance of the installed app',
    fresh: true,
    rule: 'images uploaded for it',
    maxBody: 8 * kB,
    answer: PwaSettings,
  },
  'POST /api/pwa-upload': {
    who: 4,
    summary: 'Upload an image for the installed app',
    maxBody: 5.5 * kB * kB,
    types: ['multipart/form-data'],
    answer: Uploaded,
    refuses: {
      400: uploadErrors.broken,
      409: 'The app has reached the limit of 300 images. Images it no longer uses are removed after 30 days.',
      413: uploadErrors['too large'],
      415: invalidIconMessage,
      429: wait,
    },
  },
  'GET /manifest.webmanifest': {
    who: 'anyone',
    summary: 'Manifest of the installable app',
    media: 'application/manifest+json',
  },
  'GET /sw.js': {
    who: 'anyone',
    summary: 'Service worker of the installable app',
    media: 'text/javascript',
  },
}

// Status and health.

export const statusRows: Record<string, Row> = {
  'GET /api/status': {
    who: 5,
    summary: 'State of the installation: queues, jobs and backups',
    answer: Status,
  },
  'GET /healthz': {
    who: 'anyone',
    summary: 'Health check of the worker and its storage',
    answer: Health,
  },
}
