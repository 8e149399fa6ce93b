/** Policy rows of card templates. */
import * as z from 'zod/mini'
import { Template, TemplateJob, Trial } from '../../schema/template.ts'
import { kB, type Row } from './row.ts'

const ofTemplate =
  'level 5 where somebody of level 5 ran it, or has its model card or a card with it'
const ofRun = 'at or above the level of who began the run'

const stale = 'This template was changed elsewhere. Load it again to see what changed.'

export const templateRows: Record<string, Row> = {
  'GET /api/templates': {
    who: 4,
    lags: true,
    summary: 'All card templates',
    answer: z.array(Template),
  },
  'POST /api/templates': {
    who: 4,
    summary: 'Make a template from a model card',
    maxBody: 4 * kB,
    answer: Template,
    status: 201,
    refuses: {
      404: 'The model card is not there any more. Make a new template from another card.',
    },
  },
  'PUT /api/templates/:id': {
    who: 4,
    summary: 'Change a template, and copy the values of its model card anew',
    rule: ofTemplate,
    maxBody: 4 * kB,
    answer: Template,
    refuses: { 412: stale },
  },
  'DELETE /api/templates/:id': {
    who: 4,
    summary: 'Delete a template; cards keep what they were given',
    rule: ofTemplate,
    status: 204,
  },
  'GET /api/templates/:id/trial': {
    who: 4,
    summary: 'What a run would change, card by card',
    rule: 'cards of users at or below the own level',
    answer: Trial,
  },
  'GET /api/templates/:id/job': {
    who: 4,
    summary: 'How far the newest run is; null when there was none',
    answer: z.nullable(TemplateJob),
  },
  'POST /api/templates/:id/job': {
    who: 4,
    summary: 'Give the template to the cards of a trial',
    rule: 'cards of users at or below the own level; not while a higher level can take its run back',
    maxBody: 32 * kB,
    answer: TemplateJob,
    status: 202,
    refuses: {
      409: 'This template is at work on cards already. Wait until it is done.',
      412: stale,
    },
  },
  'POST /api/templates/:id/job/continue': {
    who: 4,
    summary: 'Go on with the newest run, when it has failed',
    rule: ofRun,
    answer: TemplateJob,
    status: 202,
    refuses: { 409: 'This run did not fail.' },
  },
  'POST /api/templates/:id/job/undo': {
    who: 4,
    summary: 'Take the newest run back, within 30 days',
    rule: ofRun,
    answer: TemplateJob,
    status: 202,
    refuses: { 409: 'This run cannot be taken back now.' },
  },
}
