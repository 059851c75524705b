import type { ExportFormat } from '../../read/export.ts'

export type { ExportFormat }

/** The forms of a session that are for no client. */
export const EXPORT_FORMATS = ['raw', 'json', 'markdown', 'html'] as const satisfies readonly ExportFormat[]
