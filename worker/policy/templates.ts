/** Policy rows of card templates. */
import * as z from 'zod/mini'
import { Template, TemplateJob, Trial } from '../../schema/template.ts'
import { kB, type Row } from './row.ts'

const ofTemplate =
  'level 5 if a level 5 user ran it, owns its model card or has a card that uses it'
const ofRun = 'at or above the level of the user who started the run'

const stale = 'This template was changed elsewhere. Reload it to see the changes.'

export const templateRows: Record<string, Row> = {
  'GET /api/templates': {
    who: 4,
    lags: true,
    summary: 'All card templates',
    answer: z.array(Template),
  },
  'POST /api/templates': {
    who: 4,
    summary: 'Create a template from a model card',
    maxBody: 4 * kB,
    answer: Template,
    status: 201,
    refuses: {
      404: 'The model card no longer exists. Create a template from another card.',
    },
  },
  'PUT /api/templates/:id': {
    who: 4,
    summary: 'Change a template and copy the values of its model card again',
    rule: ofTemplate,
    maxBody: 4 * kB,
    answer: Template,
    refuses: { 412: stale },
  },
  'DELETE /api/templates/:id': {
    who: 4,
    summary: 'Delete a template; cards keep their values',
    rule: ofTemplate,
    status: 204,
  },
  'GET /api/templates/:id/trial': {
    who: 4,
    summary: 'Preview what a run would change, card by card',
    rule: 'cards of users at or below your level',
    answer: Trial,
  },
  'GET /api/templates/:id/job': {
    who: 4,
    summary: 'Progress of the latest run; null if there was none',
    answer: z.nullable(TemplateJob),
  },
  'POST /api/templates/:id/job': {
    who: 4,
    summary: 'Apply the template to the cards of a trial',
    rule: 'cards of users at or below your level; not while a higher level can undo its run',
    maxBody: 32 * kB,
    answer: TemplateJob,
    status: 202,
    refuses: {
      409: 'This template is already running. Wait until it finishes.',
      412: stale,
    },
  },
  'POST /api/templates/:id/job/continue': {
    who: 4,
    summary: 'Continue the latest run after it failed',
    rule: ofRun,
    answer: TemplateJob,
    status: 202,
    refuses: { 409: 'This run did not fail.' },
  },
  'POST /api/templates/:id/job/undo': {
    who: 4,
    summary: 'Undo the latest run, within 30 days',
    rule: ofRun,
    answer: TemplateJob,
    status: 202,
    refuses: { 409: "This run can't be undone now." },
  },
}
