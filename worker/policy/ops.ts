/** Policy rows of the installable app and its status. */

import { Metrics } from '../../schema/metrics.ts'
import { invalidIconMessage, PwaSettings } from '../../schema/pwa.ts'
import { Health, Status } from '../../schema/status.ts'
import { Uploaded, uploadErrors } from '../../schema/upload.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const appRows: Record<string, PolicyRow> = {
  'GET /api/pwa-settings': {
    access: 'anyone',
    summary: 'Name and appearance of the installed app',
    response: PwaSettings,
  },
  'POST /api/pwa-settings': {
    access: 4,
    summary: 'Change the name and appearance of the installed app',
    requiresRecentAuth: true,
    rule: 'images uploaded for it',
    maxBody: 8 * kB,
    response: PwaSettings,
  },
  'POST /api/pwa-upload': {
    access: 4,
    summary: 'Upload an image for the installed app',
    maxBody: 5.5 * kB * kB,
    requestTypes: ['multipart/form-data'],
    response: Uploaded,
    errors: {
      400: uploadErrors.broken,
      409: 'The app has reached the limit of 300 images. Images it no longer uses are removed after 30 days.',
      413: uploadErrors['too large'],
      415: invalidIconMessage,
      429: tooManyAttemptsMessage,
    },
  },
  'GET /manifest.webmanifest': {
    access: 'anyone',
    summary: 'Manifest of the installable app',
    responseType: 'application/manifest+json',
  },
  'GET /sw.js': {
    access: 'anyone',
    summary: 'Service worker of the installable app',
    responseType: 'text/javascript',
  },
}

// Status and health.

export const statusRows: Record<string, PolicyRow> = {
  'GET /api/status': {
    access: 5,
    summary: 'State of the installation: queues, jobs and backups',
    response: Status,
  },
  'GET /api/status/metrics': {
    access: 5,
    summary: 'Requests, latencies, cache hits and errors over 24 hours or 30 days',
    response: Metrics,
  },
  'GET /api/metrics': {
    access: 5,
    summary: 'Metrics of the installation in the OpenMetrics text format',
    responseType: 'application/openmetrics-text',
    apiToken: 'metrics',
  },
  'GET /healthz': {
    access: 'anyone',
    summary: 'Health check of the worker and its storage',
    response: Health,
  },
}
