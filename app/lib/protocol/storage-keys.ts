/** Where the browser keeps settings. The first key is the seed's: the five agent settings, kept where programs written for the original look for them. */
export const AGENT_SETTINGS_KEY = 'devonz_agent_mode_settings';
export const APP_SETTINGS_KEY = 'devonz_settings';
/** Which hosts programs of each project may reach through the server. */
export const OUTBOUND_HOSTS_KEY = 'devonz_outbound_hosts';
/** That the user has removed the offline copy. */
export const OFFLINE_REMOVED_KEY = 'devonz_offline_removed';
/** When the user exported a project last. */
export const LAST_EXPORT_KEY = 'devonz_last_export';
/** Which MCP servers of each project's own file the user has agreed to. */
export const PROJECT_SERVERS_KEY = 'devonz_mcp_project_servers';
/** With a chat’s id behind it: the page that is drawing it. Found there by the next page, its drawing has ended the last. */
export const DRAWING_KEY = 'devonz_drawing';
/** What the requests to models have used, by day. */
export const SPENDING_KEY = 'devonz_spending';
/** Of IndexedDB. */
export const DATABASE_NAME = 'devonz';
/** In the tab's own storage: its part in deleting everything. */
export const FORGET_KEY = 'devonz_delete_everything';
/** A lock: each page of the app holds it together with the others; who deletes everything has it alone. */
export const PAGES_LOCK = 'devonz_pages';
/** A channel: whoever hears something there leaves. */
export const FORGET_CHANNEL = 'devonz_delete_everything';
