"""What each setting does, in Chinese; the English text is that of `quire.settings`, which docs/settings.md shows."""

from __future__ import annotations

MEANINGS: dict[str, str] = {
    "data_dir": "存放数据库、文件和上传暂存区的目录。",
    "database_url": "数据库地址；多台机器时使用 `postgresql://用户:密码@主机/库名`。",
    "files_url": "文件存放位置：file:///path、s3://bucket/prefix、gs://bucket/prefix 或 az://container/prefix；"
    "多台机器时使用对象存储。",
    "company_dir": "公司目录所在的文件夹。",
    "company_versions": "导入公司数据时，每份文档和整个目录保留的历史版本数。",
    "company_public": "设为 1 时，不带密钥也可访问公司标识（IRI），只返回代码、名称、市场和链接。",
    "base_url": "服务的公开地址，用于生成完整链接；代理会改写 Host 头时必须设置。",
    "download_host": "签名链接使用的独立主机地址，由同一 API 提供服务。",
    "link_ttl": "签名链接的有效秒数。",
    "link_secret": "为链接签名的密钥；各台机器必须相同。",
    "rate_submit": "每个密钥每分钟可提交的次数；0 为不限。",
    "rate_read": "每个密钥每分钟的其他请求数；0 为不限。",
    "retention_days": "结果保留的天数。",
    "upload_retention_days": "任务结束后上传文件保留的天数；0 为立即删除。"
    "任务因服务故障失败时，上传文件与结果保留同样长的时间。",
    "keep_pages": "为哪些文档保留页面图片和上传文件，供查看器使用：从控制台提交的（`console`）、连同通过 API "
    "提交的（`all`），或都不保留（`none`）。每页约需 15 毫秒处理器时间和 0.2 MB 空间，另加上传文件的大小。",
    "page_cap": "文档的最大页数，超过则失败。",
    "ocr": "0 表示不处理没有文字的页面；1 表示进行文字识别（每个识别进程约需 1 GiB 内存）。",
    "slots": "一个工作进程同时处理的文档数。",
    "document_cores": "在其他文档不占用时，长文档可使用的核心数；1 表示每份文档一个核心。",
    "task_seconds": "一份文档最长处理秒数；机器繁忙时最长为四倍，直到所用处理器时间达到该秒数。",
    "outage_hours": "文件存储、数据库、磁盘或内存不可用时，任务或知识库等待的小时数，超过则失败；等待不计入尝试次数，"
    "也不丢失上传文件。",
    "task_memory_mib": "一份文档可使用的内存（MiB）。",
    "sandbox": "处理进程的隔离方式：尽系统所能（`auto`）、必须完整否则不启动（`required`）、"
    "只限制网络和内存（`off`）。",
    "queue_capacity": "同时构建知识库的图书数。",
    "upload_idle_seconds": "上传停顿超过此秒数则拒绝。",
    "shutdown_seconds": "关闭服务时，留给正在处理的任务的秒数；未完成的任务回到队列。",
    "host": "服务监听的地址。",
    "port": "服务监听的端口；0 表示任选一个空闲端口。",
    "preview_host": "用户访问本机所用的名称或地址，用于本机上知识库预览的链接；多台机器时各设各的。",
    "trusted_proxies": "可信代理的地址，采信其 X-Forwarded-For 和 X-Forwarded-Proto。",
    "log_level": "`debug`、`info`、`warning` 或 `error`。",
    "log_format": "日志格式：`text` 或 `json`。",
    "llm_base_url": "语言模型的接口地址（兼容 OpenAI）。",
    "llm_api_key": "该接口的密钥。",
    "llm_model": "用于知识库和疑难发票的语言模型。",
    "llm_models": "个别用途使用的其他模型：`boot=small,grow=large`；名称包括 `boot`、`grow`、`butler`（知识库的阶段）、"
    "`verify`（核对每一句，最好不用撰写时的模型）、`review` 和 `invoice`。",
    "llm_prices": "各模型每百万 token 的输入和输出价格（美元）：`small=0.15/0.60,*=3/15`；`*` 指其余所有模型。",
    "llm_calls": "一个知识库同时调用模型的次数。",
    "llm_seconds": "模型一次回答的最长秒数。",
    "llm_invoices": "设为 1 时，规则无法确定的发票页面交给模型；处理进程将保留网络。",
    "embedding_model": "`QUIRE_LLM_BASE_URL` 上的向量模型，会收到段落和查询内容；知识库可按语义搜索。",
    "dedup_scope": "新知识库可沿用谁对同一本书的结果：任何人（`global`）、同一所有者（`owner`）、都不沿用（`off`）。",
    "phase_seconds": "知识库一个阶段的最长秒数。",
    "wiki_memory_mib": "构建一个知识库可使用的内存（MiB）。",
    "wiki_cpu_seconds": "知识库一个阶段可使用的处理器秒数，与图书大小无关；0 为不限。",
    "wiki_cpu_seconds_per_mib": "图书文件每 MiB 可另加的处理器秒数。",
    "butler_rounds": "新知识库可阅读后继续完善的轮数；0 为不完善。",
    "job_budget_usd": "一个知识库可花费的模型费用（美元），用完则暂停；0 为不限。需要设置 `QUIRE_LLM_PRICES`。",
    "allow_private_urls": "设为 1 时，允许从内网地址获取图书和文档，并向内网地址发送 webhook。",
    "private_hosts": "无需上述开关即可访问的内网主机名，以逗号分隔，例如 `hooks.internal`。",
    "source_buckets": "以逗号分隔的前缀，例如 `s3://bucket/folder`；任何密钥都可按地址提交其下的文档，"
    "`{owner}` 代表密钥的所有者。服务端点和凭据取自 `AWS_*`。不得与 `QUIRE_FILES_URL` 重叠。",
    "tasks_per_key": "同一密钥在所有机器上同时运行的任务数；0 表示不限。",
    "otel_endpoint": "OpenTelemetry 收集器的地址（OTLP over HTTP）；设置后开启链路追踪和指标。"
    "其他 `OTEL_*` 变量按规范生效。需要 `pip install 'quire[otel]'`。",
}
"""Meaning by the name of the field."""


DEFAULTS: dict[str, str] = {
    "SQLite in the data folder": "数据目录中的 SQLite",
    "the data folder": "数据目录",
    "companies in the data folder": "数据目录下的 companies",
    "from the request": "取自请求",
    "the base URL": "公开地址",
    "made once, kept in the database": "自动生成并保存在数据库中",
    "the number of CPU cores": "处理器核心数",
    "that of the request": "取自请求",
    "none": "无",
    "nothing costs": "不计费用",
}
"""Defaults that are described and not given, in Chinese."""


def value(text: str, language: str) -> str:
    """A value, or a default that is described, in the language of the page."""
    return DEFAULTS.get(text, text) if language == "zh" else text


def meaning(name: str, english: str, language: str) -> str:
    """What a setting does, in the language of the page."""
    return MEANINGS.get(name, english) if language == "zh" else english
