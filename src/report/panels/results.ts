import type { ReportPanels } from '../document.ts';
import { html, type Markup } from '../markup.ts';
import { curvesPanel } from './curves.ts';
import { forestPanel } from './forest.ts';
import { jointPanel } from './joint.ts';
import { ownershipPanel } from './ownership.ts';
import { probePanel } from './probe.ts';
import { scaffoldingPanel } from './scaffolding.ts';
import { spectraPanel } from './spectra.ts';
import { tablePanels } from './tables.ts';

/** Every panel that has data, in reading order. Importing this module loads the plotting library. */
export function resultPanels(panels: ReportPanels): Markup {
  return html`${[
    jointPanel(panels.joint),
    spectraPanel(panels.spectra),
    curvesPanel(panels.curves),
    forestPanel(panels.forest),
    scaffoldingPanel(panels.scaffolding),
    ownershipPanel(panels.ownership),
    probePanel(panels.probe),
    ...tablePanels(panels.tables),
  ]}`;
}
