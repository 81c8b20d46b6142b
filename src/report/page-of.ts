import type { CampaignReport, RunReport } from '../model/index.ts';
import type { Page } from './page.ts';
import { pageOfCampaign } from './page-campaign.ts';
import { pageOfRun } from './page-run.ts';

export type AnyReport = RunReport | CampaignReport;

export function pageOf(report: AnyReport): Page {
  return 'kind' in report ? pageOfCampaign(report) : pageOfRun(report).page;
}
