"""A clinic: aliases, generic and recursive models, forbidden extras, dates and times, query models, and secrets."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, Header, Path, Query, Response
from fastapi.security import APIKeyHeader, HTTPBearer
from pydantic import UUID4, BaseModel, ConfigDict, EmailStr, Field, HttpUrl, SecretStr, computed_field, conint, constr
from pydantic.alias_generators import to_camel

app = FastAPI(title="Clinic", version="2.0.0")
T = TypeVar("T")


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Blood(str, Enum):
    a = "A+"
    b = "B-"
    zero = "0"


class Severity(Enum):
    mild = 1
    grave = 2.5
    unknown = "unknown"


class Insurance(Camel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)
    policy_number: constr(pattern=r"^[A-Z]{2}[0-9]{6}$")
    valid_until: date | None = None
    share_percent: conint(ge=0, le=100, multiple_of=5) = 80


class Contact(Camel):
    full_name: Annotated[str, Field(min_length=1, max_length=40)]
    phone: str | None = Field(None, pattern=r"^\+?[0-9 ]{5,15}$")
    email: EmailStr | None = None


class Patient(Camel):
    id: UUID4
    first_name: str = Field(min_length=1)
    birth_date: date
    blood: Blood | None = None
    height: float | None = Field(None, gt=0, lt=3)
    contacts: list[Contact] = Field(default_factory=list, max_length=2)
    insurance: Insurance
    password: SecretStr = Field(min_length=8)
    allergies: set[str] = Field(default_factory=set, max_length=3)
    notes: dict[str, Any] | None = None

    @computed_field
    @property
    def initial(self) -> str:
        return self.first_name[0]


class Page(BaseModel, Generic[T]):
    items: list[T]
    total: int = Field(ge=0)
    next: HttpUrl | None = None


class Symptom(BaseModel):
    name: str
    severity: Severity
    since: datetime | None = None
    lasted: timedelta | None = None
    causes: list["Symptom"] = []
    reading: tuple[float, Literal["C", "F"]] | None = None


class Visit(BaseModel):
    patient: UUID
    at: datetime
    starts: time
    symptoms: list[Symptom] = Field(min_length=1)
    fee: Annotated[Decimal, Field(ge=0, max_digits=6, decimal_places=2)]
    doses: dict[str, Annotated[float, Field(gt=0)]] = {}
    scores: dict[int, str] = {}
    vitals: tuple[int, int, float]
    follow_up: date | Literal["never"] = "never"


class Filter(BaseModel):
    model_config = ConfigDict(extra="forbid")
    q: str | None = Field(None, min_length=2)
    blood: list[Blood] = []
    born_after: date | None = None
    limit: int = Field(20, gt=0, le=50)
    order_by: Literal["name", "birth_date"] = "name"


class CommonHeaders(BaseModel):
    x_request_source: str
    x_retry: int = Field(0, ge=0)
    if_modified_since: datetime | None = None
    x_tag: list[str] = []


class Cookies(BaseModel):
    session_id: UUID
    theme: Literal["dark", "light"] | None = None


class Range(NamedTuple):
    low: int
    high: int = 10


def paging(skip: Annotated[int, Query(ge=0)] = 0, take: Annotated[int, Query(alias="page-size", ge=1)] = 10):
    return skip, take


router = APIRouter(prefix="/patients", tags=["patients"])


@router.post("", status_code=201, response_model=Patient, response_model_exclude={"password"})
def add_patient(patient: Patient):
    return patient


@router.get("")
def find_patients(filter: Annotated[Filter, Query()]) -> Page[Contact]:
    return {"items": [], "total": 0}


@router.get("/{patient_id}/visits/{day}")
def visits_of(patient_id: UUID, day: date, p: Annotated[tuple, Depends(paging)]):
    return None


@router.delete("/{patient_id}", status_code=204)
def remove(patient_id: Annotated[UUID, Path()], key: Annotated[str, Depends(APIKeyHeader(name="X-Key"))]):
    return Response(status_code=204)


app.include_router(router)


@app.post("/visits", dependencies=[Depends(HTTPBearer())])
def add_visit(visit: Visit, dry_run: bool = False):
    return visit


@app.put("/symptoms/{severity}")
def put_symptoms(severity: Severity, symptoms: list[Symptom], reason: Annotated[str | None, Query(max_length=8)] = None):
    return None


@app.patch("/insurance")
def patch_insurance(insurance: Insurance | None = None, force: Annotated[bool, Body()] = False):
    return None


@app.get("/rooms")
def rooms(
    floor: Annotated[Literal[1, 2, 3], Query()],
    nums: Annotated[list[conint(ge=1)] | None, Query(max_length=3)] = None,
    at: time | None = None,
    during: timedelta | None = None,
    since: datetime | None = None,
    ratio: Annotated[float, Query(alias="r", gt=0, lt=1)] = 0.5,
    price: Annotated[Decimal | None, Query(max_digits=5, decimal_places=2)] = None,
    names: Annotated[set[str], Query()] = set(),
):
    return None


@app.get("/audit")
def audit(headers: Annotated[CommonHeaders, Header()], cookies: Annotated[Cookies, Cookie()]):
    return None


@app.post("/ranges")
def ranges(
    low: Range,
    all: list[Range] = [],
    names: Sequence[str] = (),
    matrix: list[list[int]] = [[1]],
    label: Annotated[str | int | None, Body(max_length=5)] = None,
):
    return None
